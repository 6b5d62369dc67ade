import type { Violation } from '../http/violations.ts'

/** Runs the rules once for each state of a form, however many fields ask for the result. */
export function createViolations<Form>(violationsOf: (form: Form) => readonly Violation[]) {
  let last: { readonly form: Form; readonly found: readonly Violation[] } | undefined
  return {
    of(form: Form): readonly Violation[] {
      if (last?.form !== form) last = { form, found: violationsOf(form) }
      return last.found
    },
  }
}
