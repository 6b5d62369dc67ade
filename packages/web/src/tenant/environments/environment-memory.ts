import type { DeviceMemory, Environment } from '@portico/core'

const key = 'portico.environments'

/**
 * The environments a remembered person saw last, for the login page (spec section 2, "environment selection"). One
 * person per browser, nothing but id, name and type, in the order of `environments`.
 */
export function rememberEnvironments(
  memory: DeviceMemory,
  username: string,
  environments: readonly Environment[],
): void {
  const kept = environments.map(({ id, name, type }) => ({ id, name, type }))
  memory.set(key, JSON.stringify({ [normal(username)]: kept }))
}

export function forgetEnvironments(memory: DeviceMemory): void {
  memory.remove(key)
}

/** What was stored for this username; empty for another username or invalid data. */
export function rememberedEnvironments(memory: DeviceMemory, username: string): Environment[] {
  const kept = parsed(memory.get(key))
  const list = Object.hasOwn(kept, normal(username)) ? kept[normal(username)] : []
  return Array.isArray(list) ? list.filter(isEnvironment) : []
}

function normal(username: string): string {
  return username.trim().toLowerCase()
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function isEnvironment(value: unknown): value is Environment {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, type } = value as Record<string, unknown>
  return typeof id === 'string' && typeof name === 'string' && typeof type === 'string'
}
