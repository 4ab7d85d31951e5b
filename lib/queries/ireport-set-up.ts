import { api } from "@/lib/client/api";
import { ireportCategoriesQuery } from "./ireport";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";
import { orderMutation } from "./ordering";

type CategoryOrderInput = Parameters<typeof api.ireport.orderCategories>[0];

// Refetches reports, which contain category and department names, and the overview, which excludes private categories.
const { changes, creates, meta } = mutationsInvalidating("IReport", "Overview", "System-Logs");

export const createIreportCategoryMutation = creates(api.ireport.createCategory);

export const updateIreportCategoryMutation = changes(api.ireport.updateCategory);

export const orderIreportCategoriesMutation = () =>
  orderMutation({
    name: queryKeyOf("IReport", "order"),
    queryKey: ireportCategoriesQuery().queryKey,
    send: (input: CategoryOrderInput) => api.ireport.orderCategories(input),
    invalidates: meta.invalidates,
  });

export const deleteIreportCategoryMutation = changes(api.ireport.deleteCategory);

export const createDepartmentMutation = creates(api.ireport.createDepartment);

export const updateDepartmentMutation = changes(api.ireport.updateDepartment);

export const deleteDepartmentMutation = changes(api.ireport.deleteDepartment);

export const createResponseTemplateMutation = creates(api.ireport.createTemplate);

export const updateResponseTemplateMutation = changes(api.ireport.updateTemplate);

export const deleteResponseTemplateMutation = changes(api.ireport.deleteTemplate);
