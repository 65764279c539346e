"""How every form of the site is drawn: `{{ form }}` gives the house's rows (docs/design.md)."""

from django.forms.renderers import TemplatesSetting


class HouseRenderer(TemplatesSetting):
    """Django's renderer with `templates/forms/` for forms and fields."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
