import { isPrivateKey, plainFieldsOf, type ProviderForm, type ProviderFormState } from '@portico/core'

/** What was typed, as plain data that may wait in the browser. Secrets and private keys are left out. */
export function typedProviderOf({ type, name, enabled, values }: ProviderFormState): unknown {
  const kept = Object.entries(values).filter(([, value]) => !(typeof value === 'string' && isPrivateKey(value)))
  return { type, name: isPrivateKey(name) ? '' : name, enabled, values: Object.fromEntries(kept) }
}

/** Puts it back into a form of the same type; true where there was something. */
export function applyTypedProvider(form: ProviderForm, content: unknown): boolean {
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
