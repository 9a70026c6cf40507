// Leads a test file to its worker's stack. Only one file at a time runs in a worker, so none meets another's people.
import { inject } from 'vitest'

Object.assign(process.env, inject('stacks')[Number(process.env.VITEST_POOL_ID) - 1])
