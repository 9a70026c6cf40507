// Ends a run with one plain line, as tests/run.mjs does.
import type { Reporter, TestModule } from 'vitest/node'

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const failed = states.filter((state) => state === 'failed').length
    // A file can also fail before its first test.
    const broken = modules.filter((module) => module.state() === 'failed').length
    const passed = states.filter((state) => state === 'passed').length
    console.log(`${passed} passed, ${Math.max(failed, broken)} failed`)
  }
}
