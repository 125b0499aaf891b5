import { Empty } from '../../ui/empty.tsx'

export const JournalPage = () => <Empty title="Not here yet">This page is being built.</Empty>
