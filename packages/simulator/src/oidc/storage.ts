import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/**
 * Keeps sessions, codes and tokens of one provider in memory. oidc-provider checks expiry itself; this only bounds
 * the memory, by forgetting the oldest entry of a model beyond `entriesMax`.
 */
export function memoryStorage(entriesMax = 20_000): AdapterFactory {
  const models = new Map<string, Map<string, AdapterPayload>>()

  return function adapterOf(model: string): Adapter {
    const entries = models.get(model) ?? new Map<string, AdapterPayload>()
    models.set(model, entries)
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      [...entries.values()].find((payload) => payload[field] === value)

    return {
      async upsert(id, payload) {
        entries.delete(id)
        entries.set(id, payload)
        const oldest = entries.keys().next()
        if (entries.size > entriesMax && !oldest.done) entries.delete(oldest.value)
      },
      find: async (id) => entries.get(id),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = entries.get(id)
        // Any truthy value marks a code as used.
        if (payload !== undefined) entries.set(id, { ...payload, consumed: true })
      },
      async destroy(id) {
        entries.delete(id)
      },
      async revokeByGrantId(grantId) {
        for (const [id, payload] of entries) if (payload.grantId === grantId) entries.delete(id)
      },
    }
  }
}
