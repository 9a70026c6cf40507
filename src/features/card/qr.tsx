import { encode } from 'uqr'

interface QrProps {
  text: string
  /** What scanning it does, for people who can't see it. */
  label: string
}

/** A text as a QR code, dark on white in both color schemes, because scanners need it so. */
export function Qr({ text, label }: QrProps) {
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
