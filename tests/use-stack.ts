// Gives a test file its worker's stack. A worker runs one file at a time, so no file sees another file's people.
import { inject } from 'vitest'

Object.assign(process.env, inject('stacks')[Number(process.env.VITEST_POOL_ID) - 1])
