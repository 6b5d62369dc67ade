import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

import { accessEn } from '../packages/core/src/kit/words/access-screens/index.ts'
import { adminEn } from '../packages/core/src/kit/words/admin/index.ts'
import { mappingViewsEn } from '../packages/core/src/kit/words/mapping-views/index.ts'
import { serverAndTerminalEn } from '../packages/core/src/kit/words/server-and-terminal/index.ts'
import { tenantEn } from '../packages/core/src/kit/words/tenant/index.ts'

const source = resolve(import.meta.dirname, '../packages/web/src')

/** Files of screens that load this catalogue themselves. */
function screensWith(component: string): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((name) => join(source, name))
    .filter((file) => file.endsWith('.tsx') && !/\/(?:access|admin|tenant|setup|mapping-view)-words\.tsx$/.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes(`<${component}>`))
}

const withOwnWords = new Set(['AdminWords', 'TenantWords', 'MappingViewWords', 'AccessWords'].flatMap(screensWith))

/** The script of a screen with all it imports, without packages, sentences and parts that load their own sentences. */
async function scriptOf(input: string): Promise<string> {
  const bundle = await rolldown({
    input,
    external: (id) =>
      id.includes('/words/compiled/') ||
      id.endsWith('/navigation/translated.ts') ||
      id.endsWith('./translated.ts') ||
      /^(?!@portico)[@\w]/.test(id) ||
      (id !== input && withOwnWords.has(id)),
    treeshake: { moduleSideEffects: false },
    logLevel: 'silent',
    plugins: [
      {
        name: 'no-styles',
        load: (id) =>
          /\.(?:css|svg)$/.test(id) ? { code: 'export default {}', moduleType: 'js' as const } : undefined,
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output.map((one) => (one.type === 'chunk' ? one.code : '')).join('\n')
}

/** Which of the ids the script says: whole ones, and beginnings such as `idp.tab.${one}`. */
function saidIn(script: string, ids: readonly string[], loaded: readonly string[]): string[] {
  const whole = new Set([...script.matchAll(/(["'`])([A-Za-z][\w.-]*)\1/g)].map(([, , id]) => id))
  const begun = [...script.matchAll(/`([a-z]\w*\.(?:[\w-]+\.)*)\$\{/g)].map(([, beginning = '']) => beginning)
  const missing = begun.filter((beginning) => !loaded.some((id) => id.startsWith(beginning)))
  return ids.filter((id) => whole.has(id) || missing.some((beginning) => id.startsWith(beginning)))
}

const admin = Object.keys(adminEn)
const tenant = Object.keys(tenantEn)
const views = Object.keys(mappingViewsEn)
const access = Object.keys(accessEn)
const others = Object.keys(serverAndTerminalEn)

test.each([
  ...screensWith('AdminWords').map(
    (file) => [file.slice(source.length + 1), admin, [...tenant, ...views, ...access, ...others]] as const,
  ),
  ...screensWith('TenantWords').map(
    (file) => [file.slice(source.length + 1), [...admin, ...tenant], [...views, ...access, ...others]] as const,
  ),
  ...screensWith('MappingViewWords').map(
    (file) => [file.slice(source.length + 1), [...admin, ...tenant, ...views], [...access, ...others]] as const,
  ),
  ...screensWith('AccessWords').map(
    (file) => [file.slice(source.length + 1), [...admin, ...tenant, ...access], [...views, ...others]] as const,
  ),
])('%s says only sentences that it has loaded', async (file, loaded, absent) => {
  const script = await scriptOf(join(source, file))
  // That the search finds anything: every screen says sentences that it loads.
  expect(saidIn(script, loaded, [])).not.toEqual([])
  expect(saidIn(script, absent, loaded)).toEqual([])
})
