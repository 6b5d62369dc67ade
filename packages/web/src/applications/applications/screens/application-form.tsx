import {
  accessTextLengthMax,
  applicationList,
  applicationNoun,
  createAccessTextEditor,
  environmentList,
  listOf,
  portalAppId,
  type AdminEnvironment,
  type Application,
  type Words,
} from '@portico/core'
import { useEditor, useOpenList, useProblem } from '@portico/core/react'
import { lazy, Suspense, useState } from 'react'

import { ObjectHistory } from '../../../tenant/audit/object-history.tsx'
import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import {
  applicationProvisioningPath,
  applicationSignInPath,
  applicationsPath,
  editApplicationPath,
  environmentSettingsPath,
  openersPath,
  peopleTab,
  provisioningTab,
  signInTab,
} from '../../../kit/navigation/paths.ts'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { AdminWords } from '../../../kit/navigation/admin-words.tsx'
import { loadChunk } from '../../../kit/ports/load-chunk.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { CopyableCode } from '../../../kit/ui/copyable-code.tsx'
import { Changeable, Lockable } from '../../../kit/editing/changeable.tsx'
import { EditorForm, EditorFrame } from '../../../kit/editing/editor-frame.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TabLinks } from '../../../kit/ui/tab-links.tsx'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { IconSection } from '../icon-section.tsx'

const OpenerList = lazy(() => loadChunk(() => import('../../../access/access/screens/opener-list.tsx')))
const SignInSection = lazy(() => loadChunk(() => import('../../clients/sign-in-section.tsx')))
const ProvisioningSection = lazy(() => loadChunk(() => import('../../provisioning/provisioning-section.tsx')))

/** The tabs beside the form. */
const sections = { [peopleTab]: OpenerList, [signInTab]: SignInSection, [provisioningTab]: ProvisioningSection }

type Properties = { readonly environmentId: string; readonly id: string }

/** An application in an environment: its icon and how people ask for it, and who can open it. */
export default function ApplicationForm(properties: Properties) {
  return (
    <AdminWords>
      <Form {...properties} />
    </AdminWords>
  )
}

function Form({ environmentId, id }: Properties) {
  const core = useCore()
  const words = useWords()
  const environments = listOf(core, environmentList)
  const applications = listOf(core, applicationList)
  const { held: allEnvironments, status: environmentStatus } = useOpenList(environments, '')
  const { held, status } = useOpenList(applications, environmentId)
  const environment = allEnvironments?.find((one) => one.id === environmentId)
  const application = held?.find((one) => one.id === id)
  usePageTitle(application?.label ?? applicationNoun.label)
  useRefusalScreen()
  if (environmentStatus === 'failed' || status === 'failed')
    return (
      <LoadFailed onRetry={async () => void (await Promise.all([environments.refresh(), applications.refresh()]))} />
    )
  if (environment !== undefined && application !== undefined)
    return <Tabs key={`${environmentId} ${id}`} environment={environment} application={application} />
  const isRead = allEnvironments !== undefined && (environment === undefined || held !== undefined)
  if (!isRead) return <Loading shape="page" />
  const isKnown = environment !== undefined
  return (
    <PageFrame
      title={words.text(applicationNoun.label)}
      {...(isKnown ? { parents: parentsOf(environment, undefined, words) } : {})}
    >
      <EmptyState
        message={words.say(isKnown ? 'application.notFound' : 'environments.unknown')}
        action={
          <ButtonLink look="primary" to={isKnown ? applicationsPath(environmentId) : environmentSettingsPath()}>
            {words.say('application.toList')}
          </ButtonLink>
        }
      />
    </PageFrame>
  )
}

function parentsOf({ id, name }: AdminEnvironment, appId: string | undefined, words: Words) {
  const label = words.text(applicationNoun.labelPlural)
  return { label, crumbs: [{ label: `${label}, ${name}`, to: applicationsPath(id, appId) }] }
}

type OpenProperties = { readonly environment: AdminEnvironment; readonly application: Application }

/** One of `sections` as `?tab=` names it, or the form. */
function Tabs({ environment, application }: OpenProperties) {
  const words = useWords()
  const tab = useQuery().query.get('tab') ?? ''
  const Section = Object.hasOwn(sections, tab) ? sections[tab as keyof typeof sections] : undefined
  const { id, label, urn } = application
  return (
    <PageFrame
      title={label}
      parents={parentsOf(environment, application.id, words)}
      status={
        <>
          {environment.readonly && <Pill tone="warning">{words.say('environments.readonly')}</Pill>}
          <CopyableCode text={urn} label={words.say('serviceAccount.copyUrn', { name: label })} />
        </>
      }
    >
      <TabLinks
        label={label}
        tabs={[
          { id: '', label: words.say('application.show'), to: editApplicationPath(environment.id, id) },
          ...(id === portalAppId
            ? []
            : [
                {
                  id: signInTab,
                  label: words.say('application.signIn'),
                  to: applicationSignInPath(environment.id, id),
                },
                {
                  id: provisioningTab,
                  label: words.say('application.provisioning'),
                  to: applicationProvisioningPath(environment.id, id),
                },
              ]),
          { id: peopleTab, label: words.say('application.people'), to: openersPath(environment.id, id) },
        ]}
        current={Section === undefined ? '' : tab}
      />
      {Section !== undefined ? (
        <Suspense fallback={<Loading />}>
          <Section environment={environment} application={application} />
        </Suspense>
      ) : (
        <OpenForm environment={environment} application={application} />
      )}
    </PageFrame>
  )
}

function OpenForm({ environment, application }: OpenProperties) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createAccessTextEditor(core, { environment, application }, { retry: saveForm }))
  const { form } = useEditor(editor)
  return (
    <>
      <EditorFrame editor={editor} notFound={<EmptyState message={words.say('application.notFound')} />}>
        <div className={formPage['columns']}>
          <div className={formPage['fields']}>
            <Lockable>
              <Changeable>
                <IconSection envId={environment.id} application={application} />
              </Changeable>
              <EditorForm
                editor={editor}
                label={words.say('application.access')}
                listPath={applicationsPath(environment.id, application.id)}
              >
                <TextField
                  label={words.say('application.accessText')}
                  hint={words.say('application.accessTextHint', { accessTextLengthMax })}
                  value={form.values.text}
                  readOnly={environment.readonly}
                  error={useProblem(editor, 'text')}
                  onChange={(text) => editor.set({ text })}
                  onBlur={() => editor.visit('text')}
                />
              </EditorForm>
            </Lockable>
          </div>
          <ChangesAside editor={editor} />
        </div>
      </EditorFrame>
      <ObjectHistory of={{ kind: 'application', id: application.id }} />
    </>
  )
}
