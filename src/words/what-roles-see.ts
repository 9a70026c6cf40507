import type { Role } from './roles'

interface WhatRoleSees {
  /** What the person does and sees as long as the owner chose nothing else for them, in words for the owner. */
  toOwner: string
  /** The same for the person, who reads it where they answer the invitation. */
  toPerson: string
  /** The same once the owner's death has been verified. */
  afterDeath: string
  /** The same for the family that reads the owner's printed plan. @param who the owner, as named inside a sentence */
  inBinder: (who: string) => string
}

/** How these sentences speak to an owner, or about one. */
interface Owner {
  /** Continues with what the owner does: "you’re", "Margaret Ellis is". */
  is: string
  /** In front of what is the owner's, at first: "your", "Margaret Ellis’s". */
  whose: string
  /** The same again: "your", "their". */
  their: string
  /** In front of the plan and what is in it: "your", "the". */
  the: string
}

const you: Owner = { is: 'you’re', whose: 'your', their: 'your', the: 'your' }
const named = (who: string): Owner => ({ is: `${who} is`, whose: `${who}’s`, their: 'their', the: 'the' })

const seesAll = ({ the }: Owner) =>
  `Can see ${the} plan, including accounts and insurance, except messages for someone else. Can’t change it.`

const aboutRole: Record<Role, (owner: Owner) => string> = {
  beneficiary: ({ is, the }) =>
    `Someone ${is} leaving something to, even if it’s only a message. Can see ${the} portrait, funeral plan, music, contacts, documents and the messages for them or for everyone, but not ${the} accounts, insurance or notes about home and pets.`,
  trustee: (owner) => `Looks after money or property for others. ${seesAll(owner)}`,
  executor: (owner) =>
    `Carries out ${owner.whose} wishes and settles ${owner.their} affairs. ${seesAll(owner)}`,
}

/** What each role really does and sees, said where someone is named and where they answer. */
export const whatRolesSee: Record<Role, WhatRoleSees> = {
  beneficiary: {
    toOwner: aboutRole.beneficiary(you),
    toPerson:
      'They’re leaving you something, even if it’s only a message. After their death, you can see their portrait, funeral plan, music, contacts, documents and the messages for you or for everyone, but not their accounts, insurance or notes about home and pets, unless they choose otherwise.',
    afterDeath:
      'They left you something, even if it’s only a message. When the plan is open, you can see their portrait, funeral plan, music, contacts, documents and the messages for you or for everyone, but not their accounts, insurance or notes about home and pets, unless they chose otherwise.',
    inBinder: (who) => aboutRole.beneficiary(named(who)),
  },
  trustee: {
    toOwner: aboutRole.trustee(you),
    toPerson:
      'You look after money or property for others. After their death, you can see the plan, including accounts and insurance, except messages for someone else, unless they choose otherwise. You can’t change it.',
    afterDeath:
      'You look after money or property for others. When the plan is open, you can see it, including accounts and insurance, except messages for someone else, unless they chose otherwise. You can’t change it.',
    inBinder: (who) => aboutRole.trustee(named(who)),
  },
  executor: {
    toOwner: aboutRole.executor(you),
    toPerson:
      'You carry out their wishes and settle their affairs. After their death, you can see the plan, including accounts and insurance, except messages for someone else, unless they choose otherwise. You can’t change it.',
    afterDeath:
      'You carry out their wishes and settle their affairs. When the plan is open, you can see it, including accounts and insurance, except messages for someone else, unless they chose otherwise. You can’t change it.',
    inBinder: (who) => aboutRole.executor(named(who)),
  },
}
