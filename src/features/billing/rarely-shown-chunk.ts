export { PaymentNotice } from './payment-notice'
export { PricingMembership } from './pricing-membership'
export { TrialEnded } from './trial-ended'
