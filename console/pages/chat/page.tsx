import { Empty } from '../../ui/empty.tsx'

export const ChatPage = () => <Empty title="Not here yet">This page is being built.</Empty>
