import { Link } from 'react-router-dom'
import { PRODUCT_NAME } from '@/lib/product'
import { RingsMark } from '@/ui/base/icons'

/** The product's name at the head of a frame. */
export function Wordmark({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex min-h-11 items-center gap-2.5 px-1 font-serif text-wordmark font-semibold text-ink no-underline"
    >
      <RingsMark className="text-forest" />
      {PRODUCT_NAME}
    </Link>
  )
}
