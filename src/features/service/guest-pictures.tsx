import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** Pictures are kept by the cache of queries, which a page without a session does not have. It comes with them. */
export function GuestPictures({ children }: { children: ReactNode }) {
  const [cache] = useState(() => new QueryClient())
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>
}
