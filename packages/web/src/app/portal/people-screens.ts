/** The list of people and the page of one person, in one chunk because they share most components. */
export { PersonDetail } from '../../people/people/screens/person-detail.tsx'
export { PersonList } from '../../people/people/screens/person-list.tsx'
