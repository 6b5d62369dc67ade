import { isPrivateKey } from '../../kit/keys/private-key.ts'
import { plainFieldsOf } from './config-values.ts'
import type { ProviderForm, ProviderFormState } from './form.ts'

/** What was typed, as plain data that may be kept in the browser, without secrets and private keys. */
export function providerTyped({ type, name, enabled, values, fetched }: ProviderFormState): unknown {
  const typed = Object.entries(values).filter(
    ([field, value]) => value !== fetched.values[field] && !(typeof value === 'string' && isPrivateKey(value)),
  )
  return {
    type,
    ...(name !== fetched.name && !isPrivateKey(name) && { name }),
    ...(enabled !== fetched.enabled && { enabled }),
    values: Object.fromEntries(typed),
  }
}

/** Applies it to a form of the same type; true if there was something to apply. */
export function providerRetyped(form: ProviderForm, content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false
  const { type, name, enabled, values } = content as Readonly<Record<string, unknown>>
  if (type !== form.getState().type || typeof values !== 'object' || values === null) return false
  if (typeof name === 'string') form.setName(name)
  if (typeof enabled === 'boolean') form.setEnabled(enabled)
  const typed = values as Readonly<Record<string, unknown>>
  for (const field of plainFieldsOf(form.getState().type)) {
    const value = typed[field.name]
    if (typeof value === (field.kind === 'flag' ? 'boolean' : 'string'))
      form.setField(field.name, value as string | boolean)
  }
  return true
}
