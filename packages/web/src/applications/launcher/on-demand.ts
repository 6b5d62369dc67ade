/** What few launchers show: one chunk. */
export { NoApplications } from './no-applications.tsx'
export { RequestableApplications } from './requestable-applications.tsx'
export { SupportSection } from './support-section.tsx'
