import { applyComfort } from '@/browser/comfort'

// Stands in the head of every page (build/pages.ts), so that nothing is painted in another size or color first.
applyComfort()
