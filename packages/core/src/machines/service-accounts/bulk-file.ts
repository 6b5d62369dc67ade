import type { ListedServiceAccount } from './contract.ts'
import { dependencyText } from './noun.ts'

/**
 * Accounts as `service-account create --file` reads them: NDJSON, one object a line with `name`, `key1`, `key2` and `apps`.
 * Ids stay out, because the accounts of another environment get others.
 */
export function bulkFileOf(accounts: readonly ListedServiceAccount[]): string {
  return accounts.map((account) => `${JSON.stringify(fileRowOf(account))}\n`).join('')
}

function fileRowOf({ name, key1, key2, dependencies = [] }: ListedServiceAccount) {
  return { name, key1, key2, apps: dependencies.map((dependency) => dependencyText(dependency)) }
}
