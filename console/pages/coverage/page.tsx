import { Empty } from '../../ui/empty.tsx'

export const CoveragePage = () => <Empty title="Not here yet">This page is being built.</Empty>
