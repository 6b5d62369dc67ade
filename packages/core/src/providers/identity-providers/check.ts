import { createStore, type StoreApi } from 'zustand/vanilla'

import type { LintFinding } from './contract.ts'
import { formFieldOf, providerChanged, providerViolations, type ProviderFormState } from './form.ts'
import { isAboutField, standingFindings } from './findings.ts'
import type { IdentityProviders } from './store.ts'

export type ProviderCheckState = {
  /** What will go wrong; undefined until the check has run. */
  readonly findings: readonly LintFinding[] | undefined
  readonly isChecking: boolean
}

export type ProviderCheck = StoreApi<ProviderCheckState> & {
  /**
   * Checks what will go wrong with the form, or with what is stored if nothing was changed. A form with violations is
   * not checked: they say what is wrong.
   */
  run(): Promise<void>
  canRun(): boolean
  /** The findings that still apply to the form; undefined until the check has run. */
  findings(): readonly LintFinding[] | undefined
  findingOf(field: string): LintFinding | undefined
}

type Asked = { readonly form: ProviderFormState; readonly id: string | undefined }

/** The linter beside a form. `ask` returns the current values; without `providers` there is no linter. */
export function createProviderCheck(
  providers: Pick<IdentityProviders, 'lint' | 'lintDraft'> | undefined,
  ask: () => Asked,
): ProviderCheck {
  const store = createStore<ProviderCheckState>(() => ({ findings: undefined, isChecking: false }))
  const isStored = ({ form, id }: Asked) => id !== undefined && !providerChanged(form)
  const canRun = () => isStored(ask()) || providerViolations(ask().form).length === 0
  const standing = () => {
    const { findings } = store.getState()
    return findings && standingFindings(findings, ask().form)
  }
  let turn = 0
  return {
    ...store,
    canRun,
    async run() {
      if (providers === undefined || !canRun()) return
      const asked = ask()
      turn += 1
      const mine = turn
      store.setState({ isChecking: true })
      const findings =
        isStored(asked) && asked.id !== undefined
          ? await providers.lint(asked.id)
          : await providers.lintDraft(asked.form)
      if (mine === turn) store.setState({ isChecking: false, findings })
    },
    findings: standing,
    findingOf: (field) => standing()?.find(({ fieldID }) => isAboutField(field, fieldID)),
  }
}

/** The server names a field of the configuration with or without `config.`. */
export function providerFieldOf(fieldID: string): string {
  return formFieldOf(fieldID)
}
