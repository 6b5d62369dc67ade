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
  [`${core}/kit/words/of-audit/audit-actions.ts`]: [
    [
      "\n  'audit.action.tenant-role.update': 'Custom role changed',",
      `
  'audit.action.KEBAB.create': 'LABEL created',
  'audit.action.KEBAB.delete': 'LABEL deleted',
  'audit.action.KEBAB.update': 'LABEL changed',`,
    ],
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
    [
      "\n    views: ['whereis'],\n  },",
      "\n  entry('AREA', 'V', widgetNoun, () => ({ view: 'KEBABs' }), ['KEBABs', 'KEBAB']),",
    ],
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
  [`${server}/applications/launcher/routes.ts`]: [
    [
      "\n    { id: 'sign-ins', label: say('signIns.title'), url: '/portal/admin/sign-ins' },",
      "\n    { id: 'KEBABs', label: say('widget.title'), url: '/portal/admin/KEBABs' },",
    ],
  ],
  [`${server}/applications/launcher/launcher.test.ts`]: [
    [
      "\n        { id: 'sign-ins', url: '/portal/admin/sign-ins', label: 'Sign-ins' },",
      "\n        { id: 'KEBABs', url: '/portal/admin/KEBABs', label: 'LABELs' },",
    ],
  ],
  // A value for each field, so that one more field changes none of these.
  [`${server}/app/authority/testing/requests.ts`]: [
    ['import { idleTimeChoices, portalAppId,', ' lineValues, widgetFields,'],
    [
      "\n    createScimToken: () => JSON.stringify({ name: 'Directory' }),",
      `
    createWidget: () => JSON.stringify(lineValues(widgetFields, () => uuidv7(Date.now()))),
    updateWidget: () => JSON.stringify(lineValues(widgetFields, () => uuidv7(Date.now()))),`,
    ],
  ],
  [`${server}/app/authority/testing/paths.ts`]: [
    ['import { portalAppId,', ' lineValues, widgetFields,'],
    [
      "\nimport { uuidv7 } from '../../../kit/identifiers.ts'",
      "\nimport { insertWidget } from '../../../AREA/KEBABs/queries.ts'",
    ],
    ['\n  mappingPath,', '\n  newIdOf,'],
    [
      "\n  if (endpoint.path.includes('/webhooks/{id}')) return endpoint.path.replace('{id}', await webhookIdOf(world, ids))",
      `
  if (endpoint.path.includes('/KEBABs/{id}')) {
    const id = await newIdOf(world, ids, (tx, id) => insertWidget(tx, { id, ...lineValues(widgetFields, () => id) }))
    return endpoint.path.replace('{id}', id)
  }`,
    ],
  ],
  [`${server}/testing/lists.test.ts`]: [
    [
      "\nimport { tenantScope } from '../kit/database/tenant-scope.ts'",
      "\nimport { insertWidget } from '../AREA/KEBABs/queries.ts'",
    ],
    ['\n  identityProviderList,\n', '  lineValues,\n'],
    ['\n  usernameFormatList,\n', '  widgetFields,\n  widgetList,\n'],
    [
      '\n  await addAuditRows(server, acme.id, { count: 22, endsAtMs: Date.now() - 600_000 })',
      `
  await tenantScope(server.database, acme.id).transaction(async (tx) => {
    for (const name of ['gamma', 'alpha', 'beta'])
      await insertWidget(tx, { id: crypto.randomUUID(), ...lineValues(widgetFields, () => name) })
  })`,
    ],
    [
      "\n      begins: ['Approver 9', 'approver 10', 'Auditor'],\n    },\n  ],",
      `
  [
    'WORDs',
    {
      listed: widgetList,
      count: 3,
      search: 'beta',
      first: (row: { name: string }) => row.name,
      begins: ['alpha', 'beta', 'gamma'],
    },
  ],`,
    ],
  ],
  'e2e/support/questions.ts': [
    ["\n  role: 'Asked role',", "\n  widget: 'Asked WORD',"],
    [
      "\nconst roles = (shell: Shell) => shell.json(['role', 'list', '--json=label'])",
      "\nconst widgets = (shell: Shell) => shell.json(['KEBAB', 'list', '--json=name'])",
    ],
    [
      '\n    answer: asked.role,\n    state: roles,\n  },',
      `
  {
    name: 'delete a WORD',
    site: 'AREA/KEBABs/commands/delete.ts',
    args: ['KEBAB', 'delete', asked.widget],
    asks: \`Type \${asked.widget} to delete the WORD for good: \`,
    answer: asked.widget,
    state: widgets,
  },`,
    ],
  ],
  'e2e/questions.e2e.ts': [
    [
      "\n  await done('role', 'create', '--name', asked.role)",
      "\n  await done('KEBAB', 'create', '--name', asked.widget)",
    ],
  ],
}

/** What depends on the noun: the script prints it and adds nothing. */
export const byHand = [
  [`${core}/kit/words/{german,arabic}/tenant.json`, 'its sentences, after those of username formats'],
  [`${core}/kit/words/{german,arabic}/of-audit.json`, 'its actions, after those of tenant-role'],
  [`${core}/kit/words/{german,arabic}/phrases.json`, 'its name, its plural, and the labels of its fields'],
  [`${server}/AREA/KEBABs/KEBABs.test.ts`, 'its rules'],
  [`${server}/testing/editors.test.ts`, 'a row in subjects, when it has two fields'],
  ['docs/errors.md', 'each new error id'],
  ['CHANGELOG.md', 'one line, under its area'],
]
