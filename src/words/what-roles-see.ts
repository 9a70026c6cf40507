import type { Role } from './roles'

interface WhatRoleSees {
  /** What the person does and sees as long as the owner chose nothing else for them, in words for the owner. */
  toOwner: string
  /** The same for the person, who reads it where they answer the invitation. */
  toPerson: string
  /** The same once the owner's death has been verified. */
  afterDeath: string
  /** The same for whoever reads the owner's printed plan. @param who the owner, as named inside a sentence */
  inBinder: (who: string) => string
}

/** What each role really does and sees, said where someone is named and where they answer. */
export const whatRolesSee: Record<Role, WhatRoleSees> = {
  beneficiary: {
    toOwner:
      'Someone you’re leaving something to, even if it’s only a message. Can see your portrait, funeral plan, music, contacts, documents and the messages for them or for everyone, but not your accounts, your insurance or your notes about home and pets.',
    toPerson:
      'They’re leaving you something, even if it’s only a message. After their death, you can see their portrait, funeral plan, music, contacts, documents and the messages for you or for everyone, but not their accounts, insurance or notes about home and pets, unless they choose otherwise.',
    afterDeath:
      'They left you something, even if it’s only a message. When the plan is open, you can see their portrait, funeral plan, music, contacts, documents and the messages for you or for everyone, but not their accounts, insurance or notes about home and pets, unless they chose otherwise.',
    inBinder: (who) =>
      `Someone ${who} is leaving something to, even if it’s only a message. Can see the portrait, funeral plan, music, contacts, documents and the messages for them or for everyone, but not the accounts, the insurance or the notes about home and pets.`,
  },
  trustee: {
    toOwner:
      'Looks after money or property for others. Can see your plan, including accounts and insurance, except messages for someone else. Can’t change it.',
    toPerson:
      'You look after money or property for others. After their death, you can see the plan, including accounts and insurance, except messages for someone else, unless they choose otherwise. You can’t change it.',
    afterDeath:
      'You look after money or property for others. When the plan is open, you can see it, including accounts and insurance, except messages for someone else, unless they chose otherwise. You can’t change it.',
    inBinder: () =>
      'Looks after money or property for others. Can see the plan, including accounts and insurance, except messages for someone else. Can’t change it.',
  },
  executor: {
    toOwner:
      'Carries out your wishes and settles your affairs. Can see your plan, including accounts and insurance, except messages for someone else. Can’t change it.',
    toPerson:
      'You carry out their wishes and settle their affairs. After their death, you can see the plan, including accounts and insurance, except messages for someone else, unless they choose otherwise. You can’t change it.',
    afterDeath:
      'You carry out their wishes and settle their affairs. When the plan is open, you can see it, including accounts and insurance, except messages for someone else, unless they chose otherwise. You can’t change it.',
    inBinder: (who) =>
      `Carries out ${who}’s wishes and settles their affairs. Can see the plan, including accounts and insurance, except messages for someone else. Can’t change it.`,
  },
}
