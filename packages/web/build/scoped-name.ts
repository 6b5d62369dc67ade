import { basename } from 'node:path'

/**
 * The class name of a CSS module's local name: `button.module.css`, `.root` becomes `button-root`. Readable,
 * because pages name the kit's classes in plain HTML (the warning for old browsers, skeletons); file names are unique (src/kit/ui/css-modules.test.ts).
 */
export function scopedName(local: string, file: string): string {
  return `${basename(file.split('?')[0] ?? file, '.module.css')}-${local}`
}
