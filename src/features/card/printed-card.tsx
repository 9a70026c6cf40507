import './card.css'
import { encode } from 'uqr'
import type { Designation } from '@/data/people/designations'
import { groupCardCode } from '@/lib/card-code'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { roleWords } from '@/words/roles'

export type NamedPerson = Pick<Designation, 'id' | 'person_name' | 'person_email' | 'role'>

export interface PrintedCardProps {
  /** Null when it was never entered: there is a line to write on. */
  ownerName: string | null
  code: string
  /** The people whom the owner wants on the card. */
  people: readonly NamedPerson[]
}

/** The card in both sizes. It has a code that only sends email, and nothing of what is in the plan. */
export function PrintedCard(card: PrintedCardProps) {
  const { origin, host } = window.location
  const where = { link: `${origin}${paths.card}#${card.code}`, address: `${host}${paths.card}` }
  return (
    <>
      <div className="wallet paper-card">
        <div className="wallet-panel grid content-start gap-2">
          <Whose {...card} found="card" />
          <People people={card.people} />
        </div>
        <div className="wallet-panel grid content-start gap-2">
          <Steps {...where} />
          <div className="flex flex-wrap items-start gap-4 print:flex-nowrap">
            <Qr text={where.link} label={`Opens ${where.address} with the code of this card`} />
            <Code code={card.code} />
          </div>
        </div>
      </div>
      <div className="sheet-page mt-8 print:mt-0">
        <div className="sheet-card paper-card grid content-start gap-5">
          <Whose {...card} found="sheet" />
          <Steps {...where} />
          <div className="flex flex-wrap items-start gap-6">
            <Qr text={where.link} label={`Opens ${where.address} with the code of this card`} />
            <Code code={card.code} />
          </div>
          <People people={card.people} />
        </div>
      </div>
    </>
  )
}

interface WhoseProps extends Pick<PrintedCardProps, 'ownerName'> {
  found: 'card' | 'sheet'
}

function Whose({ ownerName, found }: WhoseProps) {
  return (
    <>
      <p>For the person who finds this {found}</p>
      <h2 className="text-heading wrap-anywhere">{ownerName ?? '______________________'}</h2>
      <p>
        I’ve planned ahead with {PRODUCT_NAME}: my wishes and papers are kept there for the people I’ve named.
        Please help me reach them.
      </p>
    </>
  )
}

function Steps({ address }: { address: string }) {
  return (
    <div>
      <p>
        <strong>If I’ve died, or can’t speak for myself</strong>
      </p>
      <ol className="list-decimal pl-5">
        <li>
          Scan this, or go to <strong className="wrap-anywhere">{address}</strong> and type the code.
        </li>
        <li>Say how to reach you. It’s free, and you don’t need an account.</li>
        <li>The people I’ve named will get an email, and can call you back.</li>
      </ol>
    </div>
  )
}

function Code({ code }: { code: string }) {
  return (
    <p className="min-w-0 basis-40 grow">
      Code
      <br />
      <span className="paper-code">{groupCardCode(code)}</span>
    </p>
  )
}

function People({ people }: Pick<PrintedCardProps, 'people'>) {
  if (people.length === 0) return null
  return (
    <div>
      <p>
        <strong>You can write to</strong>
      </p>
      <ul>
        {people.map(({ id, person_name, person_email, role }) => (
          <li key={id} className="wrap-anywhere">
            {person_name} ({roleWords[role].name.toLowerCase()}), {person_email}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface QrProps {
  text: string
  /** What scanning it does, for people who can't see it. */
  label: string
}

/** A text as a QR code, dark on white in both color schemes, because scanners need it so. */
function Qr({ text, label }: QrProps) {
  // Medium correction: a card in a wallet is scratched and folded.
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
