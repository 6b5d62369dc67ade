import { expect, test, vi } from 'vitest'

import { startSimulator } from '../index.ts'
import { keepLog, simulatorConfig } from '../testing/fixture.ts'

test('starting prints nothing on the console, leaves the console as it was, and calls no supported runtime unsupported', async () => {
  const said = (['log', 'info', 'warn', 'error'] as const).map((each) => vi.spyOn(console, each))
  const { log, entries } = keepLog()
  const simulators = await Promise.all([
    startSimulator(simulatorConfig(), { log }),
    startSimulator(simulatorConfig(), { log }),
  ])
  await Promise.all(simulators.map((each) => fetch(`${each.issuer('acme')}/jwks`)))
  await Promise.all(simulators.map((each) => each.stop()))
  expect(entries.map((each) => each.message).join()).not.toContain('Unsupported runtime')
  for (const each of said) expect(each).not.toHaveBeenCalled()
  expect(globalThis.console).toHaveProperty('warn', said[2])
})
