import type { Plugin } from 'vite'

/** The login page uses the kit's classes in its HTML alone; without this, a CSS module no script reads is dropped. */
export function keepCssModules(): Plugin {
  return {
    name: 'portico:keep-css-modules',
    enforce: 'post',
    transform(code, id) {
      return id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : undefined
    },
  }
}
