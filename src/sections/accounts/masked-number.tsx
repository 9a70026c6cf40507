/** "•••• 1234", read out as "number ending in 1234". Only the last digits are ever stored. */
export function MaskedNumber({ lastDigits }: { lastDigits: string }) {
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true">•••• {lastDigits}</span>
      <span className="sr-only">number ending in {lastDigits}</span>
    </span>
  )
}
