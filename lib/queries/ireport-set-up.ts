import { mutationOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { ireportCategoriesQuery } from "./ireport";
import { key } from "./keys";

export type CategoryInput = Parameters<typeof api.ireport.createCategory>[0];
export type CategoryUpdateInput = Parameters<typeof api.ireport.updateCategory>[0];
type CategoryOrderInput = Parameters<typeof api.ireport.orderCategories>[0];
export type DepartmentInput = Parameters<typeof api.ireport.createDepartment>[0];
export type DepartmentUpdateInput = Parameters<typeof api.ireport.updateDepartment>[0];
export type TemplateInput = Parameters<typeof api.ireport.createTemplate>[0];
export type TemplateUpdateInput = Parameters<typeof api.ireport.updateTemplate>[0];

// Reports name their category and its department, and a category made private takes them out of figures.
const meta = { invalidates: ["IReport", "Overview", "System-Logs"] as const, quiet: true };

/** `idempotencyKey`: one for each time the form is opened, so that a retry after a lost answer adds one. */
export const createCategoryMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: CategoryInput) => api.ireport.createCategory(input, { context: { idempotencyKey } }),
    meta,
  });

export const updateCategoryMutation = () =>
  mutationOptions({ mutationFn: (input: CategoryUpdateInput) => api.ireport.updateCategory(input), meta });

const ORDER = key("IReport", "order");

/**
 * Shown at once, before the answer. Several presses in a row are sent one after the other, and what is on screen is read
 * again after the last of them: an answer in between would show an order that is already old.
 */
export const orderCategoriesMutation = () =>
  mutationOptions({
    mutationKey: ORDER,
    scope: { id: ORDER.join() },
    mutationFn: (input: CategoryOrderInput) => api.ireport.orderCategories(input),
    onMutate: ({ ids }, { client }) => {
      const { queryKey } = ireportCategoriesQuery();
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) => all && inOrder(all, ids));
    },
    onSettled: async (_data, _error, _input, _result, { client }) => {
      if (client.isMutating({ mutationKey: ORDER }) > 1) return;
      await Promise.all(meta.invalidates.map((group) => client.invalidateQueries({ queryKey: [group] })));
    },
  });

/** The same categories, those with these ids in this order at the places that they had among the others. */
export function inOrder<T extends { id: string }>(all: readonly T[], ids: readonly string[]): T[] {
  const next = ids.flatMap((id) => all.find((each) => each.id === id) ?? []);
  let place = 0;
  return all.map((each) => (ids.includes(each.id) ? (next[place++] ?? each) : each));
}

export const deleteCategoryMutation = () =>
  mutationOptions({
    mutationFn: (input: { categoryId: string; version: number }) => api.ireport.deleteCategory(input),
    meta,
  });

export const createDepartmentMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: DepartmentInput) => api.ireport.createDepartment(input, { context: { idempotencyKey } }),
    meta,
  });

export const updateDepartmentMutation = () =>
  mutationOptions({ mutationFn: (input: DepartmentUpdateInput) => api.ireport.updateDepartment(input), meta });

export const deleteDepartmentMutation = () =>
  mutationOptions({
    mutationFn: (input: { departmentId: string; version: number }) => api.ireport.deleteDepartment(input),
    meta,
  });

export const createTemplateMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: TemplateInput) => api.ireport.createTemplate(input, { context: { idempotencyKey } }),
    meta,
  });

export const updateTemplateMutation = () =>
  mutationOptions({ mutationFn: (input: TemplateUpdateInput) => api.ireport.updateTemplate(input), meta });

export const deleteTemplateMutation = () =>
  mutationOptions({
    mutationFn: (input: { templateId: string; version: number }) => api.ireport.deleteTemplate(input),
    meta,
  });
