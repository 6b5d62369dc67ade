import type { ServiceAccountForm } from './form.ts'
import type { SaveTarget, ServiceAccounts } from './store.ts'

export type FormSaved = {
  /** Everything was saved. */
  readonly ok: boolean
  /** The account as it is known now; a second try updates it. undefined: it does not exist yet. */
  readonly id: string | undefined
  readonly etag: string | undefined
}

/**
 * Saves a form and tells it what was saved. Where the account was saved but its applications were not, the account's
 * fields count as saved and the applications are still to do, so that a second try neither creates again nor loses them.
 */
export async function saveForm(
  accounts: ServiceAccounts,
  form: ServiceAccountForm,
  target: SaveTarget,
): Promise<FormSaved> {
  const result = await accounts.save(target, form.getState())
  if (result.ok) {
    form.saved(result.account, result.dependencies)
    return { ok: true, id: result.account.id, etag: result.etag }
  }
  if (result.account === undefined) return { ok: false, id: target.id, etag: target.etag }
  const { dependencies, fetched } = form.getState()
  form.saved(result.account, fetched.dependencies)
  form.setState({ dependencies })
  return { ok: false, id: result.account.id, etag: undefined }
}
