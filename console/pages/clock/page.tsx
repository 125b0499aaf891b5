import { Empty } from '../../ui/empty.tsx'

export const ClockPage = () => <Empty title="Not here yet">This page is being built.</Empty>
