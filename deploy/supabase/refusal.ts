/** Why the deployment stopped, in words for the operator: what is wrong and what to do. */
export class DeployRefused extends Error {}
