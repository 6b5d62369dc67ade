import { screenPath, type SetupStep } from '@portico/core'

/** The page of a step: the wizard's three, then the test login with the initial group assignment. */
export function setupStepPath(step: SetupStep): string {
  return step === 4 ? screenPath('firstTime') : screenPath('setup', { step: String(step) })
}
