import type { Binding } from './binding.ts'
import type { Layer } from './layer.ts'

/**
 * The bindings reachable now, with their keys: without keys that a field takes as text or that a higher layer binds.
 * Hints and the key list show these bindings.
 */
export function reachableBindings(layers: readonly Layer[]): readonly Binding[] {
  const taken = new Set<string>()
  const reached: Binding[] = []
  let isTyping = false
  for (const layer of layers) {
    isTyping ||= layer.field?.() !== undefined
    for (const binding of layer.bindings()) {
      const keys = binding.keys.filter((key) => !taken.has(key) && !(isTyping && [...key].length === 1))
      for (const key of binding.keys) taken.add(key)
      if (keys.length > 0) reached.push({ ...binding, keys })
    }
    if (layer.isModal) break
  }
  return reached
}
