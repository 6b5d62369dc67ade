// Lists of all nouns that scripts/new-noun.mjs prints or extends: what a list has now, everywhere, and what comes after it.
const core = 'packages/core/src'
const server = 'packages/server/src'
const cli = 'packages/cli/src'
const web = 'packages/web/src'

export const lists = {
  [`${core}/app/contract.ts`]: [
    [
      "\nimport * as usernameFormats from '../providers/username-formats/contract.ts'",
      "\nimport * as widgets from '../AREA/KEBABs/contract.ts'",
    ],
    [
      "\nexport * from '../providers/username-formats/rules.ts'",
      "\nexport * from '../AREA/KEBABs/contract.ts'\nexport * from '../AREA/KEBABs/fields.ts'\nexport * from '../AREA/KEBABs/rules.ts'",
    ],
    ['\n  usernameFormats,', '\n  widgets,'],
  ],
  [`${core}/index.ts`]: [
    ["\nexport * from './providers/username-formats/noun.ts'", "\nexport * from './AREA/KEBABs/noun.ts'"],
    [
      "\nexport * from './providers/username-formats/store.ts'",
      "\nexport * from './AREA/KEBABs/editor.ts'\nexport * from './AREA/KEBABs/list.ts'",
    ],
  ],
  [`${core}/app/all-nouns.ts`]: [
    [
      "\nimport { usernameFormatNoun } from '../providers/username-formats/noun.ts'",
      "\nimport { widgetNoun } from '../AREA/KEBABs/noun.ts'",
    ],
    ['\n  signInNoun,', '\n  widgetNoun,'],
  ],
  [`${core}/kit/words/tenant/index.ts`]: [
    ["\nimport { usernameFormats } from './username-formats.ts'", "\nimport { widgets } from './KEBABs.ts'"],
    ['\n  ...usernameFormats,', '\n  ...widgets,'],
  ],
  [`${core}/kit/navigation/routes.ts`]: [
    [
      "\n  { id: 'signIn', path: '/portal/admin/sign-ins/{code}', layout: 'portal' },",
      `
  { id: 'widgets', path: '/portal/admin/KEBABs', layout: 'portal' },
  { id: 'widgetCreate', path: '/portal/admin/KEBABs/create', layout: 'portal' },
  { id: 'widgetEdit', path: '/portal/admin/KEBABs/edit/{id}', layout: 'portal' },`,
    ],
  ],
  [`${server}/app/routes.ts`]: [
    [
      "\nimport { webhookRoutes } from '../tenant/webhooks/routes.ts'",
      "\nimport { widgetRoutes } from '../AREA/KEBABs/routes.ts'",
    ],
    ['\n  ...usernameFormatRoutes,', '\n  ...widgetRoutes,'],
  ],
  [`${server}/kit/database/migrations/index.ts`]: [
    [/\nimport [^\n]+(?=\n\n)/, "\nimport { widgets } from './NUMBER-KEBABs.ts'"],
    [/\n {2}'\d{4}-[^\n]+(?=\n\})/, "\n  'NUMBER-KEBABs': widgets,"],
  ],
  [`${cli}/app/program/program.ts`]: [
    ['\n  usernameFormatNoun,', '\n  widgetNoun,'],
    [
      "\nimport { addVersionCommand } from '../version/commands/index.ts'",
      "\nimport { addWidgetCommands } from '../../AREA/KEBABs/commands/index.ts'",
    ],
    ['\n  group(certificateNoun, addCertificateCommands)', '\n  group(widgetNoun, addWidgetCommands)'],
  ],
  [`${cli}/kit/terminal/app/place.ts`]: [
    [
      "\n  | { readonly view: 'sign-in'; readonly code: string }",
      "\n  | { readonly view: 'KEBABs' }\n  | { readonly view: 'KEBAB'; readonly id?: string }",
    ],
  ],
  [`${cli}/app/tui/views/tenant-view.ts`]: [
    [
      "\nimport { whereIsView } from '../../../providers/username-formats/screens/whereis-view.tsx'",
      "\nimport { widgetForm } from '../../../AREA/KEBABs/screens/KEBAB-form.ts'\nimport { widgetList } from '../../../AREA/KEBABs/screens/KEBAB-list.ts'",
    ],
    [
      '\n      return signInView(app, place.code)',
      "\n    case 'KEBABs':\n      return widgetList(app)\n    case 'KEBAB':\n      return widgetForm(app, place.id)",
    ],
  ],
  [`${cli}/app/tui/shell/sidebar.ts`]: [
    ['\n  usernameFormatNoun,', '\n  widgetNoun,'],
    ["\n    views: ['whereis'],\n  },", "\n  entry('V', widgetNoun, () => ({ view: 'KEBABs' }), ['KEBABs', 'KEBAB']),"],
  ],
  'packages/cli/rolldown.config.mjs': [
    ['|username-formats', '|KEBABs'],
    // The flags of its commands are read at every start.
    ['(?!noun', '|(?<=KEBABs[\\\\/])fields'],
    ['service-accounts[\\\\/]fields', '|KEBABs[\\\\/]fields'],
  ],
  [`${web}/app/portal/administration-lists.ts`]: [
    [
      "\nexport { SignInList } from '../../sign-in/sign-in/screens/sign-in-list.tsx'",
      "\nexport { WidgetForm } from '../../AREA/KEBABs/screens/KEBAB-form.tsx'\nexport { WidgetList } from '../../AREA/KEBABs/screens/KEBAB-list.tsx'",
    ],
  ],
  [`${web}/app/portal/app.tsx`]: [
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
  [`${server}/applications/launcher/routes.ts`, 'adminModules(): the entry of the portal menu that leads to the list'],
  [`${server}/testing/editors.test.ts`, 'a row in subjects'],
  [`${server}/testing/lists.test.ts`, 'a row in subjects'],
  ['scripts/editing.test.ts', 'the calls that save it, in "is one of these calls"'],
  ['e2e/support/questions.ts', 'the question before a deletion'],
  [`${server}/app/authority/testing/requests.ts`, 'its bodies'],
  [`${server}/app/authority/testing/paths.ts`, 'in pathFor(): how one is made (objects.ts)'],
  [`${core}/kit/words/{german,arabic}/tenant.json`, 'its sentences, after those of username formats'],
  [`${core}/kit/words/{german,arabic}/phrases.json`, 'its name, plural and columns'],
  ['docs/errors.md', 'each new error id'],
  ['CHANGELOG.md', 'one line, under its area'],
]
