import { createIdentityProviders, providerViolations } from '@portico/core'

import { findingsDialog } from './findings-dialog.ts'
import type { ProviderModel } from './provider-model.ts'

/** What will go wrong: with the form as it stands, or with the provider as it is stored where nothing was changed. */
export async function requestCheck(model: ProviderModel): Promise<void> {
  const { app, view } = model
  const form = model.form()
  if (form === undefined) return
  const { provider, findings } = view.getState()
  const state = form.getState()
  if (provider !== undefined && !model.isDirty()) return app.openDialog(findingsDialog(app, state.type, findings))
  // The linter looks at what the rules let through.
  if (providerViolations(state).length > 0) {
    app.say(model.saveRefusal())
    return model.showBroken()
  }
  app.openDialog(findingsDialog(app, state.type, await app.core.lazily(createIdentityProviders).lintDraft(state)))
}
