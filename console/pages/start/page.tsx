import { Empty } from '../../ui/empty.tsx'

export const StartPage = () => <Empty title="Not here yet">This page is being built.</Empty>
