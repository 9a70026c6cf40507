/** What toasts are made of: it comes late, together. */
export { Toaster, toast } from 'sonner'
export { freeCorner } from './free-corner'
