/** A page of a list, in the envelope that the platform has for its own. Throws `ControlError`. */
export declare function pageIn<Item>(all: readonly Item[], { page, size }: {
    page?: number | undefined;
    size?: number | undefined;
}): {
    items: Item[];
    total: number;
    page: number;
    size: number;
    pages: number;
};
