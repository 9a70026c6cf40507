export { funeralPlanQuery as query } from '@/data/funeral-plan'
