import { useEffect } from 'react'
import { PRODUCT_NAME } from '@/lib/product'

/** Sets document.title to "title · product" for as long as the component is on screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`
  }, [title])
}
