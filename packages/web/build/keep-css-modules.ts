import type { Plugin } from 'vite'

/** Keeps CSS modules that no script reads: the warning for old browsers names the kit's classes in plain HTML. */
export function keepCssModules(): Plugin {
  return {
    name: 'portico:keep-css-modules',
    enforce: 'post',
    transform(code, id) {
      return id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : undefined
    },
  }
}
