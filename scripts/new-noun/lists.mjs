// Lists of all nouns that scripts/new-noun.mjs prints or extends: what a list has now, everywhere, and what comes after it.
const core = 'packages/core/src'
const server = 'packages/server/src'
const cli = 'packages/cli/src'
const web = 'packages/web/src'

export const lists = {
  [`${core}/contract.ts`]: [
    [
      "\nimport * as usernameFormats from './username-formats/contract.ts'",
      "\nimport * as widgets from './KEBABs/contract.ts'",
    ],
    [
      "\nexport * from './username-formats/rules.ts'",
      "\nexport * from './KEBABs/contract.ts'\nexport * from './KEBABs/rules.ts'",
    ],
    ['\n  usernameFormats,', '\n  widgets,'],
  ],
  [`${core}/index.ts`]: [
    ["\nexport * from './username-formats/noun.ts'", "\nexport * from './KEBABs/noun.ts'"],
    [
      "\nexport * from './username-formats/store.ts'",
      "\nexport * from './KEBABs/editor.ts'\nexport * from './KEBABs/fields.ts'\nexport * from './KEBABs/form.ts'\nexport * from './KEBABs/list.ts'",
    ],
  ],
  [`${core}/all-nouns.ts`]: [
    [
      "\nimport { usernameFormatNoun } from './username-formats/noun.ts'",
      "\nimport { widgetNoun } from './KEBABs/noun.ts'",
    ],
    ['\n  signInNoun,', '\n  widgetNoun,'],
  ],
  [`${core}/words/tenant/index.ts`]: [
    ["\nimport { usernameFormats } from './username-formats.ts'", "\nimport { widgets } from './KEBABs.ts'"],
    ['\n  ...usernameFormats,', '\n  ...widgets,'],
  ],
  [`${core}/navigation/routes.ts`]: [
    [
      "\n  { id: 'signIn', path: '/portal/admin/sign-ins/{code}', layout: 'portal' },",
      `
  { id: 'widgets', path: '/portal/admin/KEBABs', layout: 'portal' },
  { id: 'widgetCreate', path: '/portal/admin/KEBABs/create', layout: 'portal' },
  { id: 'widgetEdit', path: '/portal/admin/KEBABs/edit/{id}', layout: 'portal' },`,
    ],
  ],
  [`${server}/routes.ts`]: [
    [
      "\nimport { usernameFormatRoutes } from './username-formats/routes.ts'",
      "\nimport { widgetRoutes } from './KEBABs/routes.ts'",
    ],
    ['\n  ...usernameFormatRoutes,', '\n  ...widgetRoutes,'],
  ],
  [`${server}/database/migrations/index.ts`]: [
    [/\nimport [^\n]+(?=\n\n)/, "\nimport { widgets } from './NUMBER-KEBABs.ts'"],
    [/\n {2}'\d{4}-[^\n]+(?=\n\})/, "\n  'NUMBER-KEBABs': widgets,"],
  ],
  [`${server}/database/tables.ts`]: [
    [
      '\nexport interface Tables {',
      '\n  SNAKEs: { tenant_id: string; id: string; name: string; version: Generated<number> }',
    ],
  ],
  '.oxlintrc.json': [
    ['|username-formats', '|KEBABs'],
    [',username-formats', ',KEBABs'],
  ],
  [`${cli}/program/program.ts`]: [
    ['\n  usernameFormatNoun,', '\n  widgetNoun,'],
    [
      "\nimport { addVersionCommand } from '../version/commands/index.ts'",
      "\nimport { addWidgetCommands } from '../KEBABs/commands/index.ts'",
    ],
    ['\n  group(certificateNoun, addCertificateCommands)', '\n  group(widgetNoun, addWidgetCommands)'],
  ],
  [`${cli}/terminal/app/place.ts`]: [
    [
      "\n  | { readonly view: 'sign-in'; readonly code: string }",
      "\n  | { readonly view: 'KEBABs' }\n  | { readonly view: 'KEBAB'; readonly id?: string }",
    ],
  ],
  [`${cli}/tui/views/tenant-view.ts`]: [
    [
      "\nimport { whereIsView } from '../../username-formats/screens/whereis-view.tsx'",
      "\nimport { widgetForm } from '../../KEBABs/screens/KEBAB-form.ts'\nimport { widgetList } from '../../KEBABs/screens/KEBAB-list.ts'",
    ],
    [
      '\n      return signInView(app, place.code)',
      "\n    case 'KEBABs':\n      return widgetList(app)\n    case 'KEBAB':\n      return widgetForm(app, place.id)",
    ],
  ],
  [`${cli}/tui/shell/sidebar.ts`]: [
    ['\n  usernameFormatNoun,', '\n  widgetNoun,'],
    ["\n    views: ['whereis'],\n  },", "\n  entry('9', widgetNoun, () => ({ view: 'KEBABs' }), ['KEBABs', 'KEBAB']),"],
  ],
  'packages/cli/rolldown.config.mjs': [
    ['|username-formats', '|KEBABs'],
    // The flags of its commands are read at every start.
    ['(?!noun', '|(?<=KEBABs[\\\\/])fields'],
    ['service-accounts[\\\\/]fields', '|KEBABs[\\\\/]fields'],
  ],
  [`${web}/portal/administration-lists.ts`]: [
    [
      "\nexport { SignInList } from '../sign-in/screens/sign-in-list.tsx'",
      "\nexport { WidgetForm } from '../KEBABs/screens/KEBAB-form.tsx'\nexport { WidgetList } from '../KEBABs/screens/KEBAB-list.tsx'",
    ],
  ],
  [`${web}/portal/app.tsx`]: [
    [
      '\nconst SignInList = lazy(async () => ({ default: (await lists()).SignInList }))',
      `
const WidgetList = lazy(async () => ({ default: (await lists()).WidgetList }))
const WidgetForm = lazy(async () => ({ default: (await lists()).WidgetForm }))`,
    ],
    [
      "\n  signIn: ({ code = '' }) => <SignInDetail code={code} />,",
      `
  widgets: () => <WidgetList />,
  widgetCreate: () => <WidgetForm key="" id={undefined} />,
  widgetEdit: ({ id = '' }) => <WidgetForm key={id} id={id} />,`,
    ],
  ],
}

/** What depends on the noun: the script prints it and adds nothing. */
export const byHand = [
  [`${server}/launcher/routes.ts`, 'adminModules(): the entry of the portal menu that leads to the list'],
  [`${server}/testing/editors.test.ts`, 'a row in subjects'],
  [`${server}/testing/lists.test.ts`, 'a row in subjects'],
  ['scripts/editing.test.ts', 'the calls that save it, in "is one of these calls"'],
  ['e2e/support/questions.ts', 'the question before a deletion'],
  [`${server}/authority/testing/requests.ts`, 'its bodies'],
  [`${server}/authority/testing/paths.ts`, 'in pathFor(): how one is made (objects.ts)'],
  ['docs/errors.md', 'each new error id'],
  ['CHANGELOG.md', 'one line, under its area'],
]
