<#list dependencyMap as entry>
${entry.key.groupId}:${entry.key.artifactId} | <#list entry.value as licence>${licence}<#sep>, </#list>
</#list>
