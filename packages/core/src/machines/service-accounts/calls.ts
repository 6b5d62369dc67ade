import type { EditorTarget, SaveAnswer } from '../../kit/editing/noun.ts'
import type { Client, Outcome } from '../../kit/http/client.ts'
import {
  createServiceAccount,
  getServiceAccount,
  listDependencies,
  saveDependencies,
  updateServiceAccount,
  type Dependency,
  type DependencyRow,
  type ServiceAccount,
} from './contract.ts'
import { dependenciesChanged, fieldsChanged, type ServiceAccountFormState } from './form.ts'
import { inputOf, savedDependencies } from './input.ts'
import type { ServiceAccountInput } from './rules.ts'

/** An account with what it may use. One ETag covers both. */
export type OpenedAccount = {
  readonly account: ServiceAccount
  readonly dependencies: readonly DependencyRow[]
}

type Calls = { readonly client: Pick<Client, 'call'>; readonly environmentId: string }

export async function readAccount({ client, environmentId }: Calls, id: string): Promise<Outcome<OpenedAccount>> {
  const params = { envId: environmentId, id }
  const [account, dependencies] = await Promise.all([
    client.call(getServiceAccount, { params }),
    client.call(listDependencies, { params }),
  ])
  if (!account.ok) return account
  if (!dependencies.ok) return dependencies
  return {
    ok: true,
    value: { account: account.value, dependencies: dependencies.value.dependencies },
    etag: account.etag,
  }
}

/** What a save sends; a part that is already stored like this is absent. The fields of a new account are always sent. */
export function partsToSave(
  form: ServiceAccountFormState,
  isNew: boolean,
): { readonly fields?: ServiceAccountInput; readonly dependencies?: Dependency[] } {
  return {
    ...((isNew || fieldsChanged(form)) && { fields: inputOf(form.values) as ServiceAccountInput }),
    ...(dependenciesChanged(form) && { dependencies: savedDependencies(form.dependencies) }),
  }
}

/**
 * Saves the account, then its dependencies; success only if no error is present (spec section 4). `saved` is called with
 * the stored account even if its dependencies fail.
 */
export async function saveAccount(
  { client, environmentId, saved }: Calls & { readonly saved: (account: ServiceAccount) => void },
  form: ServiceAccountFormState,
  target: Omit<EditorTarget<OpenedAccount>, 'idempotencyKey'> & { readonly idempotencyKey?: string },
): Promise<SaveAnswer<OpenedAccount>> {
  const { id, stored, idempotencyKey } = target
  const { fields, dependencies } = partsToSave(form, id === undefined)
  const envId = environmentId
  let now: { readonly value: OpenedAccount; readonly etag: string | undefined } | undefined
  if (fields !== undefined) {
    const outcome =
      id === undefined
        ? await client.call(createServiceAccount, { params: { envId }, body: fields, idempotencyKey })
        : await client.call(updateServiceAccount, { params: { envId, id }, body: fields, ifMatch: target.etag })
    if (!outcome.ok) return outcome
    saved(outcome.value)
    now = { value: { account: outcome.value, dependencies: form.fetched.dependencies }, etag: outcome.etag }
  }
  const account = now?.value.account ?? stored?.account
  if (account === undefined) throw new TypeError('An account is changed that was not read.')
  if (dependencies === undefined)
    return { ok: true, ...(now ?? { value: { account, dependencies: form.fetched.dependencies }, etag: target.etag }) }
  const granted = await client.call(saveDependencies, {
    params: { envId, id: account.id },
    body: { dependencies },
    ifMatch: now === undefined ? target.etag : now.etag,
  })
  if (!granted.ok) return { ...granted, stored: now }
  return { ok: true, value: { account, dependencies: granted.value.dependencies }, etag: granted.etag }
}
