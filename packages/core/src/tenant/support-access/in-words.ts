import type { Words } from '../../kit/words/words.ts'
import { actionInWords, kindInWords } from '../audit/in-words.ts'
import type { SupportRequest } from './sessions-contract.ts'

/** What the parts of a path are about, as kinds of the audit log. */
const kinds: Readonly<Record<string, string>> = {
  'api-tokens': 'api-token',
  applications: 'application',
  environments: 'environment',
  groups: 'group',
  'idp-metadata': 'federation-keys',
  idps: 'identity-provider',
  people: 'person',
  'portal-roles': 'portal-role',
  'primary-idp': 'identity-provider',
  'recovery-codes': 'recovery-codes',
  roles: 'tenant-role',
  'service-accounts': 'service-account',
  sessions: 'user',
  'sign-ins': 'sign-in',
  'support-sessions': 'support-session',
  tokens: 'scim-token',
  webhooks: 'webhook',
}

/** What a request of a support session did, such as "Session idle time changed" or "Read: Identity provider". */
export function requestInWords(
  { action, method, path, status }: Pick<SupportRequest, 'action' | 'method' | 'path' | 'status'>,
  words: Words,
): string {
  if (action !== null) return actionInWords(action, words)
  const did = status >= 400 ? 'refused' : method === 'GET' ? 'read' : 'sent'
  const about = path.split('/').findLast((part) => Object.hasOwn(kinds, part))
  const kind = about === undefined ? undefined : kindInWords(kinds[about] ?? '', words)
  return [words.say(`supportSession.did.${did}`), kind].filter((part) => part !== undefined).join(': ')
}
